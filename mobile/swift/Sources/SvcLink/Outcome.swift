/// A connection that was made, or not, as the page says.
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

/// How a link ended. All of it is a hint: send it to your server, which asks the service.
public struct Outcome: Equatable, Sendable, CustomStringConvertible {
  /// `success` or `error`, new states may come; `closed` if the view or the tab was closed first and `unknown` if the redirect
  /// did not say: the person may have finished all the same, which your server finds out.
  public let state: String
  /// The slug of the provider that was connected last.
  public var provider: String?
  /// The id by which your server reads the session: what came back, else what you gave.
  public var linkSessionId: String?
  /// If the token asked for `confirm: "host"`: to be sent to your server within a minute. In no log.
  public var confirmCode: String?
  /// Why it failed; `user_cancelled` if the person left.
  public var errorType: String?
  /// What was connected, the latest last, where a webview told it.
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

  /// Without the code, wherever it is printed.
  public var description: String { "Outcome(\(state), \(linkSessionId ?? "-"), \(errorType ?? "-"))" }
}

/// The outcome that an address names, or nil if it is not the redirect URL.
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
