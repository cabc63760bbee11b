/// What the app does for a link in a webview.
@MainActor
public protocol LinkHost: AnyObject {
  /// Opens an address in a tab. Call `tabEnded` when the tab ends, or if nothing could be opened.
  func openTab(_ url: String)
  /// Opens a page that does not belong to the hosted page, such as a provider's help.
  func openPage(_ url: String)
  /// A tab ended with a connection, and the link in the webview continues.
  func connectionMade(_ outcome: Outcome)
  /// Called exactly once: remove the view, and ask your server.
  func ended(_ outcome: Outcome)
}

/// A link in a webview, from its first message to its one outcome.
@MainActor
public final class LinkRun {
  private let linkWebURL: String
  private let redirectURL: String
  private let linkSessionId: String?
  private let multiple: Bool
  private let development: Bool
  private weak var host: LinkHost?
  private var isOver = false
  private var isTabOpen = false
  /** A success whose code comes with the tab's redirect. */
  private var held: Outcome?

  /// `multiple`: whether the token has it. Then a tab beside the webview ends with one connection of several.
  /// `development`: whether http on this device is allowed. Otherwise an address without https ends the app.
  public init(
    linkWebURL: String, redirectURL: String, host: LinkHost,
    linkSessionId: String? = nil, multiple: Bool = false, development: Bool = false
  ) {
    // The address contains the token, so no message may name it.
    precondition(mayOpen(linkWebURL, development: development), "linkWebURL has to be an address with https, or http of this device during `development`.")
    self.linkWebURL = linkWebURL
    self.redirectURL = redirectURL
    self.host = host
    self.linkSessionId = linkSessionId
    self.multiple = multiple
    self.development = development
  }

  /// A message, and the page or the origin that sent it.
  public func hear(_ text: String, from page: String) {
    guard !isOver, isSamePage(page, as: linkWebURL) else { return }
    switch readMessage(text) {
    case .openExternal(let url)?:
      guard mayOpen(url, development: development) else { return }
      isTabOpen = true
      host?.openTab(url)
    case .result(let outcome, let connected)?:
      let lacksCode = outcome.state == "success" && !connected && outcome.confirmCode == nil
      // With several connections this is the end, whatever the tab does.
      if lacksCode && isTabOpen && !multiple { held = outcome } else { end(outcome) }
    case nil:
      return
    }
  }

  /// The tab ended at this address. Nil if it was closed. A redirect that names another session than yours counts as nil.
  public func tabEnded(_ url: String?) {
    isTabOpen = false
    guard !isOver else { return }
    var outcome = url.flatMap { readRedirect($0, of: redirectURL) }
    if let found = outcome, !isOwn(found) { outcome = nil }
    if multiple {
      if let outcome { host?.connectionMade(named(outcome)) }
    } else if let outcome {
      var whole = held ?? outcome
      whole.confirmCode = outcome.confirmCode
      end(whole)
    } else if let held {
      end(held)
    }
  }

  /// Whether the webview may load this address in its main frame. Call it before each load.
  public func mayLoad(_ url: String) -> Bool {
    if let outcome = readRedirect(url, of: redirectURL) {
      // The outcome that is held contains more.
      if held == nil { end(outcome) }
      return false
    }
    if url == "about:blank" || isSamePage(url, as: linkWebURL) { return true }
    if mayOpen(url, development: development) { host?.openPage(url) }
    return false
  }

  /// The person closes the view.
  public func close() {
    end(held ?? Outcome(state: "closed"))
  }

  private func end(_ outcome: Outcome) {
    guard !isOver else { return }
    isOver = true
    host?.ended(named(outcome))
  }

  /** Another app may forge a redirect, and a tab of an earlier link may come back. */
  private func isOwn(_ outcome: Outcome) -> Bool {
    linkSessionId == nil || outcome.linkSessionId == nil || outcome.linkSessionId == linkSessionId
  }

  private func named(_ outcome: Outcome) -> Outcome {
    var whole = outcome
    whole.linkSessionId = outcome.linkSessionId ?? linkSessionId
    return whole
  }
}
