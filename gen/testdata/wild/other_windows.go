package wild

type Scalars struct{}
