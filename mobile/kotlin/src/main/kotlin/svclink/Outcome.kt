package svclink

/** A connection that was made or failed, as the page reports it. */
data class LinkedResult(val state: String, val provider: String?, val connected: Boolean, val errorType: String?)

/** How a link ended. All of it is only a hint: send it to your server, which asks the service. */
data class Outcome(
  /**
   * `success` or `error`, and later versions may add states. `closed` if the view or the tab was closed first, and
   * `unknown` if the redirect did not say. In both cases the person may still have finished, so ask your server.
   */
  val state: String,
  /** The slug of the provider that was connected last. */
  val provider: String? = null,
  /** The id with which your server reads the session: the one that came back, otherwise the one that you gave. */
  val linkSessionId: String? = null,
  /** Set if the token asked for `confirm: "host"`. Send it to your server within a minute. Never log it. */
  val confirmCode: String? = null,
  /** Why it failed; `user_cancelled` if the person left. */
  val errorType: String? = null,
  /** The connections that a webview reported, the latest last. */
  val results: List<LinkedResult> = emptyList()
) {
  /** Leaves out the code, which must never be printed. */
  override fun toString(): String = "Outcome($state, $linkSessionId, $errorType)"
}

/** The outcome in an address, or null if the address is not the redirect URL. */
fun readRedirect(url: String, redirectUrl: String): Outcome? =
  if (!isRedirect(url, redirectUrl)) null
  else Outcome(
    state = valueOf(url, "state") ?: "unknown",
    provider = valueOf(url, "provider"),
    linkSessionId = valueOf(url, "link_session_id"),
    confirmCode = valueOf(url, "confirm_code"),
    errorType = valueOf(url, "error_type")
  )
