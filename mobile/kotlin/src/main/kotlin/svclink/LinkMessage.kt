package svclink

import org.json.JSONArray
import org.json.JSONException
import org.json.JSONObject

/** A message of the hosted page to an app. */
sealed class LinkMessage {
  data class OpenExternal(val url: String) : LinkMessage()

  /** On success, `connected` is false if your server has to confirm. */
  data class Result(val outcome: Outcome, val connected: Boolean) : LinkMessage()
}

/** Reads a message. Returns null if it is not one of ours or of another version, because any page may send anything. */
fun readMessage(text: String): LinkMessage? {
  val message = try {
    JSONObject(text)
  } catch (_: JSONException) {
    return null
  }
  if ((message.opt("v") as? Number)?.toDouble() != 1.0) return null
  return when (message.opt("type")) {
    "svc-link:open-external" -> message.text("url")?.let { LinkMessage.OpenExternal(it) }
    "svc-link:result" -> message.optJSONObject("result")?.let { readResult(it, message.optJSONArray("results")) }
    else -> null
  }
}

private fun readResult(result: JSONObject, results: JSONArray?): LinkMessage.Result? {
  val last = readLinked(result) ?: return null
  val all = if (results == null) emptyList() else List(results.length()) { results.optJSONObject(it) }
  val outcome = Outcome(
    state = last.state,
    provider = last.provider,
    linkSessionId = result.text("link_session_id"),
    confirmCode = result.text("confirm_code"),
    errorType = last.errorType,
    results = all.mapNotNull { readLinked(it) }
  )
  return LinkMessage.Result(outcome, last.connected)
}

private fun readLinked(result: JSONObject?): LinkedResult? {
  val state = result?.text("state") ?: return null
  return LinkedResult(state, result.text("provider"), result.opt("connected") == true, result.text("error_type"))
}

/** `optString` would turn any value into text. */
private fun JSONObject.text(name: String): String? = (opt(name) as? String)?.takeUnless { it == "" }
