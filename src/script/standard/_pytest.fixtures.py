from pytest import FixtureRequest
