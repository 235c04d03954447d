# torch.return_types: results that are tuples with names.
_VALUES = "aminmax=min,max cummax cummin kthvalue max median min mode nanmedian sort topk"
_OTHERS = (
    "geqrf=a,tau histogram=hist,bin_edges frexp=mantissa,exponent slogdet=sign,logabsdet qr=Q,R svd=U,S,V "
    "linalg_eig=eigenvalues,eigenvectors linalg_eigh=eigenvalues,eigenvectors linalg_qr=Q,R linalg_svd=U,S,Vh "
    "linalg_slogdet=sign,logabsdet linalg_lu=P,L,U linalg_lstsq=solution,residuals,rank,singular_values "
    "triangular_solve=solution,cloned_coefficient"
)


def _result(name, fields):
    def make(cls, values):
        return tuple.__new__(cls, values)

    attributes = {"__new__": make, "n_fields": len(fields)}
    for i, field in enumerate(fields):
        attributes[field] = property(lambda self, i=i: self[i])
    return type(name, (tuple,), attributes)


for _row in (_VALUES + " " + _OTHERS).split():
    _name, _, _fields = _row.partition("=")
    globals()[_name] = _result(_name, _fields.split(",") if _fields else ["values", "indices"])
