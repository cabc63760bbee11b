/** An event whose listener is on an element of this type, which Lit's templates do not check. */
export type On<E extends Element> = Event & { readonly currentTarget: E };
