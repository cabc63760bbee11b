/** The variables of a request's context. */
export interface Env {
  Variables: {
    /** Fields of the body that were ignored, as the value of a header. */
    ignoredFields?: string;
  };
}
