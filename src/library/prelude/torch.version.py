# torch.version
cuda = "12.8"
hip = None
git_version = ""
__version__ = "2.11.0"
