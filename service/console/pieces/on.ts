/** An event of a listener that stands on this kind of element, which Lit's templates do not check. */
export type On<E extends Element> = Event & { readonly currentTarget: E };
