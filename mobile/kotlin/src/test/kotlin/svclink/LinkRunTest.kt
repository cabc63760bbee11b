package svclink

import org.junit.Assert.assertEquals
import org.junit.Assert.assertFalse
import org.junit.Assert.assertThrows
import org.junit.Assert.assertTrue
import org.junit.Test

class LinkRunTest {
  private val page = "https://link.example.com"
  private val redirectUrl = "com.example.app:/linked"
  private val tabs = mutableListOf<String>()
  private val pages = mutableListOf<String>()
  private val connections = mutableListOf<Outcome>()
  private val outcomes = mutableListOf<Outcome>()

  private val host = object : LinkRun.Host {
    override fun openTab(url: String) { tabs += url }
    override fun openPage(url: String) { pages += url }
    override fun connectionMade(outcome: Outcome) { connections += outcome }
    override fun ended(outcome: Outcome) { outcomes += outcome }
  }

  private fun start(multiple: Boolean = false) = LinkRun("$page/link/#lt", redirectUrl, host, "mine", multiple)

  private fun result(connected: Boolean) =
    """{"v":1,"type":"svc-link:result","result":{"state":"success","connected":$connected,"link_session_id":"mine"}}"""
  private val openExternal = """{"v":1,"type":"svc-link:open-external","url":"https://link.example.com/oauth"}"""

  @Test fun hasOneOutcomeForAMessageAndItsRedirect() {
    val run = start()
    run.hear(result(true), page)
    assertFalse(run.mayLoad("$redirectUrl?state=success&link_session_id=mine"))
    run.close()
    assertEquals(listOf("success" to "mine"), outcomes.map { it.state to it.linkSessionId })
  }

  @Test fun isClosedByHandWithTheIdThatTheAppKnows() {
    start().close()
    assertEquals(listOf(Outcome("closed", linkSessionId = "mine")), outcomes)
  }

  @Test fun hearsNothingFromAnotherPage() {
    val run = start()
    run.hear(result(true), "https://evil.example")
    run.hear(openExternal, "https://evil.example")
    assertTrue(outcomes.isEmpty() && tabs.isEmpty())
  }

  @Test fun waitsForTheCodeOfTheTab() {
    val run = start()
    run.hear(openExternal, page)
    run.hear(result(false), page)
    run.mayLoad("$redirectUrl?state=success")
    assertTrue(outcomes.isEmpty())
    run.tabEnded("$redirectUrl?state=success&confirm_code=c1")
    assertEquals(listOf("c1"), outcomes.map { it.confirmCode })
    assertEquals(listOf("https://link.example.com/oauth"), tabs)
  }

  @Test fun tellsASuccessWithoutItsCodeIfTheTabIsClosed() {
    val run = start()
    run.hear(openExternal, page)
    run.hear(result(false), page)
    run.tabEnded(null)
    assertEquals(listOf("success"), outcomes.map { it.state })
  }

  @Test fun goesOnAfterTheRedirectOfAnotherLink() {
    for (multiple in listOf(false, true)) {
      val run = start(multiple)
      run.hear(openExternal, page)
      run.tabEnded("$redirectUrl?state=success&link_session_id=another&confirm_code=c9")
      assertTrue(outcomes.isEmpty() && connections.isEmpty())
      run.close()
      assertEquals(listOf(Outcome("closed", linkSessionId = "mine")), outcomes)
      outcomes.clear()
    }
  }

  @Test fun goesOnAfterATabOfSeveral() {
    val run = start(multiple = true)
    run.hear(openExternal, page)
    run.tabEnded("$redirectUrl?state=success&provider=aurora_ring")
    assertEquals(listOf("aurora_ring"), connections.map { it.provider })
    assertTrue(outcomes.isEmpty())
    run.hear(result(true), page)
    assertEquals(1, outcomes.size)
  }

  @Test fun endsSeveralWithoutACodeThoughATabIsOpen() {
    val run = start(multiple = true)
    run.hear(openExternal, page)
    run.hear(result(false), page)
    run.tabEnded("$redirectUrl?state=success&confirm_code=c1")
    assertEquals(listOf("success"), outcomes.map { it.state })
    assertTrue(connections.isEmpty())
  }

  @Test fun startsAtNoAddressWithoutHttps() {
    for (address in listOf("http://link.example.com/#lt", "http://127.0.0.1:8787/#lt")) {
      val error = assertThrows(IllegalArgumentException::class.java) { LinkRun(address, redirectUrl, host) }
      assertFalse(error.message.orEmpty().contains("lt"))
    }
    LinkRun("http://127.0.0.1:8787/#lt", redirectUrl, host, development = true)
  }

  @Test fun staysAtTheHostedPage() {
    val run = start()
    assertTrue(run.mayLoad("$page/link/?x=1"))
    assertFalse(run.mayLoad("https://help.example/"))
    assertFalse(run.mayLoad("intent://x#Intent;end"))
    assertEquals(listOf("https://help.example/"), pages)
  }
}
