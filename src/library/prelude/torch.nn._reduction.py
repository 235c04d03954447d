# torch.nn._reduction


def get_enum(reduction):
    names = {"none": 0, "mean": 1, "sum": 2}
    if reduction not in names:
        raise ValueError(f"{reduction} is not a valid value for reduction")
    return names[reduction]
