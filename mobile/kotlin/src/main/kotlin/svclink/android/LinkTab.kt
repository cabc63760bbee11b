package svclink.android

import android.content.ActivityNotFoundException
import android.net.Uri
import android.os.Handler
import android.os.Looper
import androidx.activity.result.ActivityResultCaller
import androidx.browser.auth.AuthTabIntent
import svclink.isRedirect
import svclink.mayOpen

/** How long after a Custom Tab's end the link with its redirect may arrive, in milliseconds. */
private const val LINK_COMES_WITHIN = 1000L

/**
 * Tabs that end at the redirect URL: Auth Tab, or a Custom Tab if the browser has no Auth
 * Tab. Create it with the activity or the fragment. `ended` gets the redirect's address, or
 * null if the tab was closed. Then ask your server, because the person may have finished.
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
  /** Whether the redirect of the last tab arrived as a link. Then the tab's end means nothing. */
  private var hasArrived = false

  private val launcher = AuthTabIntent.registerActivityResultLauncher(caller) { result ->
    val url = result.resultUri?.toString()
    if (url != null) {
      ended(url)
    } else if (!hasArrived) {
      clock.postDelayed(tellClosed, LINK_COMES_WITHIN)
    }
  }

  /** Returns false if nothing was opened, because there is no browser or the address has no https. */
  fun open(url: String): Boolean {
    clock.removeCallbacks(tellClosed)
    hasArrived = false
    if (!mayOpen(url, development)) return false
    val redirect = Uri.parse(redirectUrl)
    val tab = AuthTabIntent.Builder().build()
    val host = redirect.host
    return try {
      if (redirect.scheme == "https" && host != null) {
        // The encoded path, because Chrome compares it as it is written in an address.
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

  /**
   * Call it from `onNewIntent` and `onCreate`, because a Custom Tab delivers
   * the redirect as an intent. Returns whether it was the redirect.
   */
  fun arrive(data: Uri?): Boolean {
    val url = data?.toString() ?: return false
    if (!isRedirect(url, redirectUrl)) return false
    clock.removeCallbacks(tellClosed)
    hasArrived = true
    ended(url)
    return true
  }
}
