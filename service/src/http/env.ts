/** What a request carries from its first middleware on. */
export interface Env {
  Variables: {
    requestId: string;
    /** Fields of the body that were passed over, as a header names them. */
    ignoredFields?: string;
  };
}
