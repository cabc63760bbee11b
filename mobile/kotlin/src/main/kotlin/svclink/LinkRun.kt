package svclink

/**
 * A link in a webview, from its first message to its one outcome. Call it on one thread only.
 * @throws IllegalArgumentException if `linkWebUrl` may not be opened.
 */
class LinkRun(
  private val linkWebUrl: String,
  private val redirectUrl: String,
  private val host: Host,
  private val linkSessionId: String? = null,
  /** Whether the token has `multiple`. Then a tab beside the webview ends with one connection of several. */
  private val multiple: Boolean = false,
  /** Whether http on this device is allowed. */
  private val development: Boolean = false
) {
  /** What the app does. */
  interface Host {
    /** Opens an address in a tab. Call `tabEnded` when the tab ends, or if nothing could be opened. */
    fun openTab(url: String)

    /** Opens a page that does not belong to the hosted page, such as a provider's help. */
    fun openPage(url: String)

    /** A tab ended with a connection, and the link in the webview continues. */
    fun connectionMade(outcome: Outcome)

    /** Called exactly once: remove the view, and ask your server. */
    fun ended(outcome: Outcome)
  }

  init {
    // The address contains the token, so no message may name it.
    require(mayOpen(linkWebUrl, development)) { "linkWebUrl has to be an address with https, or http of this device during `development`." }
  }

  private var isOver = false
  private var isTabOpen = false
  /** A success whose code comes with the tab's redirect. */
  private var held: Outcome? = null

  /** A message, and the page or the origin that sent it. */
  fun hear(text: String, page: String) {
    if (isOver || !isSamePage(page, linkWebUrl)) return
    val message = readMessage(text)
    if (message is LinkMessage.OpenExternal && mayOpen(message.url, development)) {
      isTabOpen = true
      host.openTab(message.url)
    }
    if (message is LinkMessage.Result) {
      val lacksCode = message.outcome.state == "success" && !message.connected && message.outcome.confirmCode == null
      // With several connections this is the end, whatever the tab does.
      if (lacksCode && isTabOpen && !multiple) held = message.outcome else end(message.outcome)
    }
  }

  /** The tab ended at this address. Null if it was closed. A redirect that names another session than yours counts as null. */
  fun tabEnded(url: String?) {
    isTabOpen = false
    val waiting = held
    val outcome = url?.let { readRedirect(it, redirectUrl) }?.takeIf { isOwn(it) }
    if (isOver) return
    if (multiple) {
      if (outcome != null) host.connectionMade(named(outcome))
    } else if (outcome != null) {
      end(waiting?.copy(confirmCode = outcome.confirmCode) ?: outcome)
    } else if (waiting != null) {
      end(waiting)
    }
  }

  /** Whether the webview may load this address in its main frame. Call it before each load. */
  fun mayLoad(url: String): Boolean {
    val outcome = readRedirect(url, redirectUrl)
    if (outcome != null) {
      // The outcome that is held contains more.
      if (held == null) end(outcome)
      return false
    }
    if (url == "about:blank" || isSamePage(url, linkWebUrl)) return true
    if (mayOpen(url, development)) host.openPage(url)
    return false
  }

  /** The person closes the view. */
  fun close() = end(held ?: Outcome("closed"))

  private fun end(outcome: Outcome) {
    if (isOver) return
    isOver = true
    host.ended(named(outcome))
  }

  /** Another app may forge a redirect, and a tab of an earlier link may come back. */
  private fun isOwn(outcome: Outcome): Boolean =
    linkSessionId == null || outcome.linkSessionId == null || outcome.linkSessionId == linkSessionId

  private fun named(outcome: Outcome) = outcome.copy(linkSessionId = outcome.linkSessionId ?: linkSessionId)
}
