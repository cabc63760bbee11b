/** The variables of a request's context. */
export interface Env {
  Variables: {
    requestId: string;
    /** Fields of the body that were ignored, as the value of a header. */
    ignoredFields?: string;
  };
}
