package svclink.android

import android.net.Uri
import androidx.activity.result.ActivityResultCaller
import androidx.browser.auth.AuthTabIntent
import svclink.isRedirect

/**
 * Tabs that end at the redirect URL: Auth Tab, or a Custom Tab where the browser has none. Create it with the activity or the
 * fragment. `ended` is told the redirect's address, or null if the tab was closed: ask your server, the person may have finished.
 */
class LinkTab(
  caller: ActivityResultCaller,
  private val redirectUrl: String,
  private val ended: (String?) -> Unit
) {
  private val launcher = AuthTabIntent.registerActivityResultLauncher(caller) { result ->
    ended(result.resultUri?.toString())
  }

  fun open(url: String) {
    val redirect = Uri.parse(redirectUrl)
    val tab = AuthTabIntent.Builder().build()
    val host = redirect.host
    if (redirect.scheme == "https" && host != null) tab.launch(launcher, Uri.parse(url), host, redirect.path ?: "/")
    else tab.launch(launcher, Uri.parse(url), redirect.scheme.orEmpty())
  }

  /** From `onNewIntent`: a Custom Tab brings the redirect as an intent. Answers whether it was the redirect. */
  fun arrive(data: Uri?): Boolean {
    val url = data?.toString() ?: return false
    if (!isRedirect(url, redirectUrl)) return false
    ended(url)
    return true
  }
}
