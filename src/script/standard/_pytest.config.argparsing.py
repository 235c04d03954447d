from pytest import Parser
