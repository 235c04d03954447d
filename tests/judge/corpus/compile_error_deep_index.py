# task: scaled_relu
# expect: compile_error
# message: too many dimensions 'list'
def forward(x):
    index = []
    index.append(index)
    return x[index]
