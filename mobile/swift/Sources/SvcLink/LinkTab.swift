#if os(iOS)
import AuthenticationServices

/// A tab of Safari that closes itself at the redirect URL. Keep a reference to it while it is open.
@MainActor
public final class LinkTab: NSObject, ASWebAuthenticationPresentationContextProviding {
  private let redirectURL: URL
  private let window: ASPresentationAnchor
  private let development: Bool
  private var session: ASWebAuthenticationSession?

  /// `development`: whether http on this device is allowed.
  public init(redirectURL: URL, over window: ASPresentationAnchor, development: Bool = false) {
    self.redirectURL = redirectURL
    self.window = window
    self.development = development
  }

  /// Opens an address. `ended` gets the redirect's address, or nil if the tab was closed. Then ask your
  /// server, because the person may have finished. Returns false if nothing was opened: the address has
  /// no https, or the redirect has https but iOS 17.4 or the domain `webcredentials:…` is missing.
  public func open(_ url: URL, ended: @escaping @MainActor @Sendable (String?) -> Void) -> Bool {
    guard mayOpen(url.absoluteString, development: development) else { return false }
    // The system may call it on any thread.
    let hear: ASWebAuthenticationSession.CompletionHandler = { @Sendable url, _ in
      Task { @MainActor in ended(url?.absoluteString) }
    }
    if redirectURL.scheme != "https" {
      session = ASWebAuthenticationSession(url: url, callbackURLScheme: redirectURL.scheme, completionHandler: hear)
    } else if #available(iOS 17.4, *), let host = redirectURL.host {
      // Unlike `URL.path` this keeps a slash at the end.
      let path = URLComponents(url: redirectURL, resolvingAgainstBaseURL: true)?.path ?? ""
      session = ASWebAuthenticationSession(
        url: url, callback: .https(host: host, path: path.isEmpty ? "/" : path), completionHandler: hear)
    } else {
      return false
    }
    session?.presentationContextProvider = self
    return session?.start() ?? false
  }

  public func close() {
    session?.cancel()
  }

  public func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor {
    window
  }
}
#endif
