// What every route needs: making a route from an endpoint, reading requests, refusing them. It knows no domain.
export { answerFile, forEver } from './answer-file.js';
export { compressed } from './compression.js';
export { notOfThisList, readCursor, readNumbers, writeCursor, writeNumbers } from './cursor.js';
export type { Env, Person } from './env.js';
export {
  ApiError,
  badToken,
  broken,
  errorTypeOf,
  invalid,
  overloaded,
  type Place,
  refusal,
  type TokenProblem,
  tokenProblemText,
  tooManyTries,
} from './errors.js';
export { createFileReader } from './files.js';
export { limitInProgress } from './in-progress.js';
export { asItComes, whileArriving } from './late-bodies.js';
export { mayTakeLong, takeLong } from './long-requests.js';
export { inTime, receiveBody } from './receive-body.js';
export { shortOrStreamedJson, streamed, streamedJson } from './streamed.js';
export { loopback } from './loopback.js';
export { methodsAt, onlyVisits, refuseOtherMethods, wrongMethod } from './methods.js';
export { type NumberedPage, offsetOf, onPage, pageOf } from './numbered-pages.js';
export { countCaller, countStranger, createRateLimiter, limitRate, type RateLimiter } from './rate-limit.js';
export {
  nameCaller,
  namePerson,
  nameRequest,
  personNow,
  requestIdNow,
  requestLogged,
  withRequestId,
} from './current-request.js';
export { sessionRangeOf } from './request-id.js';
export { isFromOurPage, isUuid, largestBody, linkTokenOf, uuidParam } from './request.js';
export { type Access, addRoute, type Handler, type RequestOf } from './route.js';
export { cookieName, readSecret, writeSecret } from './secret-cookie.js';
export { isStorable } from './storable.js';
