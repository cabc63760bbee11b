/// A connection that was made or failed, as the page reports it.
public struct LinkedResult: Equatable, Sendable {
  public let state: String
  public let provider: String?
  public let connected: Bool
  public let errorType: String?

  public init(state: String, provider: String?, connected: Bool, errorType: String?) {
    self.state = state
    self.provider = provider
    self.connected = connected
    self.errorType = errorType
  }
}

/// How a link ended. All of it is only a hint: send it to your server, which asks the service.
public struct Outcome: Equatable, Sendable, CustomStringConvertible {
  /// `success` or `error`, and later versions may add states. `closed` if the view or the tab was closed first, and
  /// `unknown` if the redirect did not say. In both cases the person may still have finished, so ask your server.
  public let state: String
  /// The slug of the provider that was connected last.
  public var provider: String?
  /// The id with which your server reads the session: the one that came back, otherwise the one that you gave.
  public var linkSessionId: String?
  /// Set if the token asked for `confirm: "host"`. Send it to your server within a minute. Never log it.
  public var confirmCode: String?
  /// Why it failed; `user_cancelled` if the person left.
  public var errorType: String?
  /// The connections that a webview reported, the latest last.
  public var results: [LinkedResult]

  public init(
    state: String, provider: String? = nil, linkSessionId: String? = nil, confirmCode: String? = nil,
    errorType: String? = nil, results: [LinkedResult] = []
  ) {
    self.state = state
    self.provider = provider
    self.linkSessionId = linkSessionId
    self.confirmCode = confirmCode
    self.errorType = errorType
    self.results = results
  }

  /// Leaves out the code, which must never be printed.
  public var description: String { "Outcome(\(state), \(linkSessionId ?? "-"), \(errorType ?? "-"))" }
}

/// The outcome in an address, or nil if the address is not the redirect URL.
public func readRedirect(_ url: String, of redirectURL: String) -> Outcome? {
  guard isRedirect(url, of: redirectURL) else { return nil }
  return Outcome(
    state: value(in: url, of: "state") ?? "unknown",
    provider: value(in: url, of: "provider"),
    linkSessionId: value(in: url, of: "link_session_id"),
    confirmCode: value(in: url, of: "confirm_code"),
    errorType: value(in: url, of: "error_type")
  )
}
