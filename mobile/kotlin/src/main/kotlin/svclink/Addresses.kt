package svclink

import java.net.URLDecoder

// Compares addresses only by their text. mobile/cases.json lists the results of these rules, for React Native and Swift too.

private class Address(val scheme: String, val authority: String?, val path: String, val query: String)

private val form = Regex("([a-zA-Z][a-zA-Z0-9+.-]*):(//([^/?#]*))?([^?#]*)(\\?([^#]*))?(#.*)?", RegexOption.DOT_MATCHES_ALL)
private val defaultPorts = mapOf("https" to ":443", "http" to ":80")

/** Lower case of ASCII letters only, whatever the device's language is. */
private fun small(text: String): String =
  text.map { if (it in 'A'..'Z') it + 32 else it }.joinToString("")

private fun readAddress(url: String): Address? {
  val (scheme, slashes, host, path, _, query) = form.matchEntire(url)?.destructured ?: return null
  val name = small(scheme)
  val port = defaultPorts[name]
  return Address(
    scheme = name,
    authority = if (slashes == "") null else if (port == null) small(host) else small(host).removeSuffix(port),
    path = if (path == "" && port != null) "/" else path,
    query = query
  )
}

/** Whether an address is the redirect URL, whatever its query and fragment. */
fun isRedirect(url: String, redirectUrl: String): Boolean {
  val one = readAddress(url) ?: return false
  val other = readAddress(redirectUrl) ?: return false
  return one.scheme == other.scheme && one.authority == other.authority && one.path == other.path
}

/** Whether a page belongs to the hosted page's server. */
fun isSamePage(page: String, linkWebUrl: String): Boolean {
  val one = readAddress(page) ?: return false
  val other = readAddress(linkWebUrl) ?: return false
  return one.scheme in defaultPorts && one.scheme == other.scheme &&
    !one.authority.isNullOrEmpty() && one.authority == other.authority
}

// The address must be in lower case, because on Android RegexOption.IGNORE_CASE also accepts letters of other scripts.
private val secure = Regex("https://([a-z0-9._-]+|\\[[0-9a-f:.]+])(:[0-9]+)?([/?#][^\\s\\\\]*)?")
private val onDevice = Regex("http://(127\\.0\\.0\\.1|localhost|\\[::1])(:[0-9]+)?([/?#][^\\s\\\\]*)?")

/** Whether a page's address may be opened in the browser: https, and during development also http on this device. */
fun mayOpen(url: String, development: Boolean): Boolean {
  val address = small(url)
  return secure.matches(address) || (development && onDevice.matches(address))
}

/** The last value of a name in an address's query, because the service adds its parameters after the app's own. */
internal fun valueOf(url: String, name: String): String? {
  val pairs = readAddress(url)?.query.orEmpty().split("&")
  val value = pairs.lastOrNull { it.startsWith("$name=") }?.substring(name.length + 1) ?: return null
  return try {
    // A plus stays a plus, because this is not a form.
    URLDecoder.decode(value.replace("+", "%2B"), "UTF-8").takeUnless { it == "" || '\uFFFD' in it }
  } catch (_: IllegalArgumentException) {
    null
  }
}
