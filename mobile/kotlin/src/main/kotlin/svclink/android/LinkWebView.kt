package svclink.android

import android.annotation.SuppressLint
import android.annotation.TargetApi
import android.net.Uri
import android.os.Build
import android.webkit.JavascriptInterface
import android.webkit.RenderProcessGoneDetail
import android.webkit.WebResourceRequest
import android.webkit.WebView
import android.webkit.WebViewClient
import androidx.webkit.WebMessageCompat
import androidx.webkit.WebViewCompat
import androidx.webkit.WebViewFeature
import svclink.LinkRun

private const val OPENED = "window.dispatchEvent(new Event('svc-link:opened'))"

/** Shows the hosted page in your webview, and sets its WebViewClient. You may call it again for another link. */
@SuppressLint("SetJavaScriptEnabled")
fun WebView.startLink(linkWebUrl: String, run: LinkRun) {
  settings.javaScriptEnabled = true
  settings.domStorageEnabled = true // to go on after a reload
  settings.allowFileAccess = false
  settings.allowContentAccess = false
  val uri = Uri.parse(linkWebUrl)
  val origin = "${uri.scheme}://${uri.encodedAuthority}"
  if (WebViewFeature.isFeatureSupported(WebViewFeature.WEB_MESSAGE_LISTENER)) {
    // Removes the listener of an earlier link, if there is one.
    WebViewCompat.removeWebMessageListener(this, "svcLink")
    WebViewCompat.addWebMessageListener(this, "svcLink", setOf(origin)) { _, message, source, isMainFrame, _ ->
      if (isMainFrame && message.type == WebMessageCompat.TYPE_STRING)
        message.data?.let { run.hear(it, source.toString()) }
    }
  } else {
    addJavascriptInterface(Port(this, run), "svcLink")
  }
  webViewClient = object : WebViewClient() {
    override fun shouldOverrideUrlLoading(view: WebView, request: WebResourceRequest): Boolean =
      request.isForMainFrame && !run.mayLoad(request.url.toString())

    /** The page's process ended, and so did this view. If the app does not handle this, Android ends the app too. */
    @TargetApi(Build.VERSION_CODES.O)
    override fun onRenderProcessGone(view: WebView, detail: RenderProcessGoneDetail): Boolean {
      run.close()
      return true
    }
  }
  loadUrl(linkWebUrl)
}

/** Tells the page that its address was opened. Call it after `LinkTab.open` returned true. */
fun WebView.tellOpened() = evaluateJavascript(OPENED, null)

/** For a WebView without message listeners: this object is in every frame, and does not know which frame calls it. */
private class Port(private val webView: WebView, private val run: LinkRun) {
  @JavascriptInterface
  fun postMessage(text: String) {
    // Called on another thread.
    webView.post { webView.url?.let { run.hear(text, it) } }
  }
}
