# scipy: its special functions (scipy.special).
