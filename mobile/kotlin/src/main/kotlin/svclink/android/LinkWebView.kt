package svclink.android

import android.annotation.SuppressLint
import android.net.Uri
import android.webkit.JavascriptInterface
import android.webkit.WebResourceRequest
import android.webkit.WebView
import android.webkit.WebViewClient
import androidx.webkit.WebViewCompat
import androidx.webkit.WebViewFeature
import svclink.LinkRun

private const val OPENED = "window.dispatchEvent(new Event('svc-link:opened'))"

/** Shows the hosted page in a webview of yours, of which it takes the client. */
@SuppressLint("SetJavaScriptEnabled")
fun WebView.startLink(linkWebUrl: String, run: LinkRun) {
  settings.javaScriptEnabled = true
  settings.domStorageEnabled = true // to go on after a reload
  val uri = Uri.parse(linkWebUrl)
  val origin = "${uri.scheme}://${uri.encodedAuthority}"
  if (WebViewFeature.isFeatureSupported(WebViewFeature.WEB_MESSAGE_LISTENER)) {
    WebViewCompat.addWebMessageListener(this, "svcLink", setOf(origin)) { _, message, source, isMainFrame, _ ->
      if (isMainFrame) message.data?.let { run.hear(it, source.toString()) }
    }
  } else {
    addJavascriptInterface(Port(this, run), "svcLink")
  }
  webViewClient = object : WebViewClient() {
    override fun shouldOverrideUrlLoading(view: WebView, request: WebResourceRequest): Boolean =
      request.isForMainFrame && !run.mayLoad(request.url.toString())
  }
  loadUrl(linkWebUrl)
}

/** Tells the page that its address was opened: after `LinkTab.open` did not throw. */
fun WebView.tellOpened() = evaluateJavascript(OPENED, null)

/** For a WebView without the listener: it is there in every frame, and nothing says who calls it. */
private class Port(private val webView: WebView, private val run: LinkRun) {
  @JavascriptInterface
  fun postMessage(text: String) {
    // Called on another thread.
    webView.post { webView.url?.let { run.hear(text, it) } }
  }
}
