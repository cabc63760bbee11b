#if os(iOS)
import WebKit

/// The hosted page in a webview. Add `view` to yours.
@MainActor
public final class LinkWebView: NSObject, WKNavigationDelegate, WKScriptMessageHandler {
  public let view: WKWebView
  private let run: LinkRun

  public init(_ run: LinkRun) {
    self.run = run
    let configuration = WKWebViewConfiguration()
    view = WKWebView(frame: .zero, configuration: configuration)
    super.init()
    // The configuration keeps a strong reference to its handlers, so it gets an object that holds this one weakly.
    view.configuration.userContentController.add(Ear(self), name: "svcLink")
    view.navigationDelegate = self
  }

  public func load(_ linkWebURL: URL) {
    view.load(URLRequest(url: linkWebURL))
  }

  /// Tells the page that its address was opened. Call it after `LinkTab.open` returned true.
  public func tellOpened() {
    view.evaluateJavaScript("window.dispatchEvent(new Event('svc-link:opened'))", completionHandler: nil)
  }

  public func userContentController(_ controller: WKUserContentController, didReceive message: WKScriptMessage) {
    // Every frame of every page has the handler.
    guard message.frameInfo.isMainFrame, let text = message.body as? String else { return }
    let origin = message.frameInfo.securityOrigin
    let port = origin.port == 0 ? "" : ":\(origin.port)"
    run.hear(text, from: "\(origin.protocol)://\(origin.host)\(port)")
  }

  public func webView(
    _ webView: WKWebView, decidePolicyFor action: WKNavigationAction
  ) async -> WKNavigationActionPolicy {
    guard let url = action.request.url, action.targetFrame?.isMainFrame != false else { return .allow }
    guard run.mayLoad(url.absoluteString) else { return .cancel }
    if action.targetFrame != nil { return .allow }
    // The page asks for a new window. It opens in this view instead.
    webView.load(action.request)
    return .cancel
  }

  /// iOS may end a page's process to free memory. The page continues where it was.
  public func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
    webView.reload()
  }
}

private final class Ear: NSObject, WKScriptMessageHandler {
  private weak var owner: LinkWebView?

  init(_ owner: LinkWebView) {
    self.owner = owner
  }

  func userContentController(_ controller: WKUserContentController, didReceive message: WKScriptMessage) {
    owner?.userContentController(controller, didReceive: message)
  }
}
#endif
