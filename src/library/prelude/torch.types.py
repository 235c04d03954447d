# torch.types: names for annotations.
Number = (int, float, bool)
Device = object
