package svclink.android

import android.content.ActivityNotFoundException
import android.net.Uri
import android.os.Handler
import android.os.Looper
import androidx.activity.result.ActivityResultCaller
import androidx.browser.auth.AuthTabIntent
import svclink.isRedirect
import svclink.mayOpen

/** The link by which a Custom Tab brings the redirect comes after the tab's own end, in milliseconds. */
private const val LINK_COMES_WITHIN = 1000L

/**
 * Tabs that end at the redirect URL: Auth Tab, or a Custom Tab where the browser has none. Create it with the activity or the
 * fragment. `ended` is told the redirect's address, or null if the tab was closed: ask your server, the person may have finished.
 */
class LinkTab(
  caller: ActivityResultCaller,
  private val redirectUrl: String,
  /** Whether http on this device is allowed. */
  private val development: Boolean = false,
  private val ended: (String?) -> Unit
) {
  private val clock = Handler(Looper.getMainLooper())
  private val tellClosed = Runnable { ended(null) }
  /** Whether the redirect of the last tab came as a link: its end says nothing then. */
  private var hasArrived = false

  private val launcher = AuthTabIntent.registerActivityResultLauncher(caller) { result ->
    val url = result.resultUri?.toString()
    if (url != null) {
      ended(url)
    } else if (!hasArrived) {
      clock.postDelayed(tellClosed, LINK_COMES_WITHIN)
    }
  }

  /** Answers false if nothing was opened: there is no browser, or the address has no https. */
  fun open(url: String): Boolean {
    clock.removeCallbacks(tellClosed)
    hasArrived = false
    if (!mayOpen(url, development)) return false
    val redirect = Uri.parse(redirectUrl)
    val tab = AuthTabIntent.Builder().build()
    val host = redirect.host
    return try {
      if (redirect.scheme == "https" && host != null) {
        // Encoded: Chrome compares it as it stands in an address.
        val path = redirect.encodedPath.orEmpty()
        tab.launch(launcher, Uri.parse(url), host, if (path == "") "/" else path)
      } else {
        tab.launch(launcher, Uri.parse(url), redirect.scheme.orEmpty())
      }
      true
    } catch (_: ActivityNotFoundException) {
      false
    }
  }

  /** From `onNewIntent` and `onCreate`: a Custom Tab brings the redirect as an intent. Answers whether it was the redirect. */
  fun arrive(data: Uri?): Boolean {
    val url = data?.toString() ?: return false
    if (!isRedirect(url, redirectUrl)) return false
    clock.removeCallbacks(tellClosed)
    hasArrived = true
    ended(url)
    return true
  }
}
