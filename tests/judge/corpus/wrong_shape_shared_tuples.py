# task: scaled_relu
# expect: wrong_shape
# message: more than
def forward(x):
    result = (x,)
    for _ in range(60):
        result = (result, result)
    return result
