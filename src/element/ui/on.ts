/** An event whose listener is on this kind of element, which Lit's templates do not check. */
export type On<E extends Element> = Event & { readonly currentTarget: E };
