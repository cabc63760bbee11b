/** An answer of the service. `reference` is the id of its request, `x-request-id`, if it is known. */
export type Answered<T> = T & { readonly reference?: string | null };
