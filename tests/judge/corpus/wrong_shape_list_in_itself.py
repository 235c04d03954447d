# task: scaled_relu
# expect: wrong_shape
def forward(x):
    result = []
    result.append(result)
    result.append(result)
    return result
