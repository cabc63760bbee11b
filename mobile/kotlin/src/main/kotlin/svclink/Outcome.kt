package svclink

/** A connection that was made, or not, as the page says. */
data class LinkedResult(val state: String, val provider: String?, val connected: Boolean, val errorType: String?)

/** How a link ended. All of it is a hint: send it to your server, which asks the service. */
data class Outcome(
  /**
   * `success` or `error`, new states may come; `closed` if the view or the tab was closed first and `unknown` if the redirect
   * did not say: the person may have finished all the same, which your server finds out.
   */
  val state: String,
  /** The slug of the provider that was connected last. */
  val provider: String? = null,
  /** The id by which your server reads the session: what came back, else what you gave. */
  val linkSessionId: String? = null,
  /** If the token asked for `confirm: "host"`: to be sent to your server within a minute. In no log. */
  val confirmCode: String? = null,
  /** Why it failed; `user_cancelled` if the person left. */
  val errorType: String? = null,
  /** What was connected, the latest last, where a webview told it. */
  val results: List<LinkedResult> = emptyList()
) {
  /** Without the code, wherever it is printed. */
  override fun toString(): String = "Outcome($state, $linkSessionId, $errorType)"
}

/** The outcome that an address names, or null if it is not the redirect URL. */
fun readRedirect(url: String, redirectUrl: String): Outcome? =
  if (!isRedirect(url, redirectUrl)) null
  else Outcome(
    state = valueOf(url, "state") ?: "unknown",
    provider = valueOf(url, "provider"),
    linkSessionId = valueOf(url, "link_session_id"),
    confirmCode = valueOf(url, "confirm_code"),
    errorType = valueOf(url, "error_type")
  )
