package svclink

/**
 * A link in a webview, from its first message to its one outcome. To be called on one thread.
 * @throws IllegalArgumentException if `linkWebUrl` may not be opened.
 */
class LinkRun(
  private val linkWebUrl: String,
  private val redirectUrl: String,
  private val host: Host,
  private val linkSessionId: String? = null,
  /** Whether the token has `multiple`: then a tab beside the webview ends with one connection of several. */
  private val multiple: Boolean = false,
  /** Whether http on this device is allowed. */
  private val development: Boolean = false
) {
  /** What the app does. */
  interface Host {
    /** Opens an address in a tab; `tabEnded` is to be called when it ends, or if nothing could be opened. */
    fun openTab(url: String)

    /** Opens a page that is none of the hosted page's, such as a provider's help. */
    fun openPage(url: String)

    /** A tab ended with a connection while the webview goes on. */
    fun connectionMade(outcome: Outcome)

    /** Called exactly once: take the view away, and ask your server. */
    fun ended(outcome: Outcome)
  }

  init {
    // The address has the token: no message names it.
    require(mayOpen(linkWebUrl, development)) { "linkWebUrl has to be an address with https." }
  }

  private var isOver = false
  private var isTabOpen = false
  /** A success whose code comes with the tab's redirect. */
  private var held: Outcome? = null

  /** A message, and the page or the origin that it came from. */
  fun hear(text: String, page: String) {
    if (isOver || !isSamePage(page, linkWebUrl)) return
    val message = readMessage(text)
    if (message is LinkMessage.OpenExternal && mayOpen(message.url, development)) {
      isTabOpen = true
      host.openTab(message.url)
    }
    if (message is LinkMessage.Result) {
      val lacksCode = message.outcome.state == "success" && !message.connected && message.outcome.confirmCode == null
      // Of several connections this is the end, whatever the tab does.
      if (lacksCode && isTabOpen && !multiple) held = message.outcome else end(message.outcome)
    }
  }

  /** The tab ended at this address, or with null by being closed. */
  fun tabEnded(url: String?) {
    isTabOpen = false
    val waiting = held
    val outcome = url?.let { readRedirect(it, redirectUrl) }
    if (isOver) return
    if (multiple) {
      if (outcome != null) host.connectionMade(named(outcome))
    } else if (outcome != null) {
      end(waiting?.copy(confirmCode = outcome.confirmCode) ?: outcome)
    } else if (waiting != null) {
      end(waiting)
    }
  }

  /** The webview is about to load an address in its main frame: whether it may. */
  fun mayLoad(url: String): Boolean {
    val outcome = readRedirect(url, redirectUrl)
    if (outcome != null) {
      // What is held says more.
      if (held == null) end(outcome)
      return false
    }
    if (url == "about:blank" || isSamePage(url, linkWebUrl)) return true
    if (mayOpen(url, development)) host.openPage(url)
    return false
  }

  /** The person puts the view away. */
  fun close() = end(held ?: Outcome("closed"))

  private fun end(outcome: Outcome) {
    if (isOver) return
    isOver = true
    host.ended(named(outcome))
  }

  private fun named(outcome: Outcome) = outcome.copy(linkSessionId = outcome.linkSessionId ?: linkSessionId)
}
