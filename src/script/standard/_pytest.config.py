from pytest import Config
