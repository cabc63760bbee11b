package svclink

import java.io.File
import org.json.JSONArray
import org.json.JSONObject
import org.junit.Assert.assertEquals
import org.junit.Assert.assertFalse
import org.junit.Assert.assertNull
import org.junit.Assert.assertTrue
import org.junit.Test

/** The cases that the tests for React Native and Swift also read. Tests run in the folder of this package. */
class CasesTest {
  private val cases = JSONObject(File("../cases.json").readText())

  private fun all(name: String): List<JSONObject> {
    val list = cases.getJSONArray(name)
    assertTrue(name, list.length() > 5)
    return List(list.length()) { list.getJSONObject(it) }
  }

  private fun JSONObject.text(name: String) = if (isNull(name)) null else getString(name)

  private fun linkedOf(results: JSONArray) = List(results.length()) { at ->
    results.getJSONObject(at).run {
      LinkedResult(getString("state"), text("provider"), getBoolean("connected"), text("errorType"))
    }
  }

  private fun outcomeOf(it: JSONObject) = Outcome(
    it.getString("state"), it.text("provider"), it.text("linkSessionId"), it.text("confirmCode"), it.text("errorType"),
    linkedOf(it.getJSONArray("results"))
  )

  @Test fun readsMessages() {
    for (case in all("messages")) {
      val read = case.optJSONObject("read")
      val expected = when (read?.getString("type")) {
        null -> null
        "open-external" -> LinkMessage.OpenExternal(read.getString("url"))
        else -> LinkMessage.Result(outcomeOf(read.getJSONObject("outcome")), read.getBoolean("connected"))
      }
      assertEquals(case.getString("name"), expected, readMessage(case.getString("data")))
    }
  }

  @Test fun readsRedirects() {
    for (case in all("redirects")) {
      val expected = case.optJSONObject("outcome")?.let { outcomeOf(it) }
      assertEquals(case.getString("name"), expected, readRedirect(case.getString("url"), case.getString("redirectUrl")))
    }
  }

  @Test fun knowsTheHostedPage() {
    for (case in all("pages"))
      assertEquals(case.toString(), case.getBoolean("same"), isSamePage(case.getString("page"), case.getString("linkWebUrl")))
  }

  @Test fun opensAddresses() {
    for (case in all("opened"))
      assertEquals(case.toString(), case.getBoolean("opens"), mayOpen(case.getString("url"), case.getBoolean("development")))
  }

  @Test fun printsNoCode() {
    assertFalse(Outcome("success", confirmCode = "c-secret").toString().contains("c-secret"))
    assertNull(readMessage(""))
  }
}
