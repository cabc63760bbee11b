import XCTest

@testable import SvcLink

@MainActor
final class LinkRunTests: XCTestCase {
  private final class Host: LinkHost {
    var tabs: [String] = []
    var pages: [String] = []
    var connections: [Outcome] = []
    var outcomes: [Outcome] = []
    func openTab(_ url: String) { tabs.append(url) }
    func openPage(_ url: String) { pages.append(url) }
    func connectionMade(_ outcome: Outcome) { connections.append(outcome) }
    func ended(_ outcome: Outcome) { outcomes.append(outcome) }
  }

  private let page = "https://link.example.com"
  private let redirectURL = "com.example.app:/linked"
  private let openExternal = #"{"v":1,"type":"svc-link:open-external","url":"https://link.example.com/oauth"}"#

  private func start(_ host: Host, multiple: Bool = false) -> LinkRun {
    LinkRun(
      linkWebURL: "\(page)/link/#lt", redirectURL: redirectURL, host: host, linkSessionId: "mine", multiple: multiple)
  }

  private func result(connected: Bool) -> String {
    #"{"v":1,"type":"svc-link:result","result":{"state":"success","connected":\#(connected),"link_session_id":"mine"}}"#
  }

  func testHasOneOutcomeForAMessageAndItsRedirect() async {
    let host = Host()
    let run = start(host)
    run.hear(result(connected: true), from: page)
    XCTAssertFalse(run.mayLoad("\(redirectURL)?state=success&link_session_id=mine"))
    run.close()
    XCTAssertEqual(host.outcomes.map(\.linkSessionId), ["mine"])
  }

  func testIsClosedByHandWithTheIdThatTheAppKnows() async {
    let host = Host()
    start(host).close()
    XCTAssertEqual(host.outcomes, [Outcome(state: "closed", linkSessionId: "mine")])
  }

  func testHearsNothingFromAnotherPage() async {
    let host = Host()
    let run = start(host)
    run.hear(result(connected: true), from: "https://evil.example")
    run.hear(openExternal, from: "https://evil.example")
    XCTAssertTrue(host.outcomes.isEmpty && host.tabs.isEmpty)
  }

  func testWaitsForTheCodeOfTheTab() async {
    let host = Host()
    let run = start(host)
    run.hear(openExternal, from: page)
    run.hear(result(connected: false), from: page)
    XCTAssertFalse(run.mayLoad("\(redirectURL)?state=success"))
    XCTAssertTrue(host.outcomes.isEmpty)
    run.tabEnded("\(redirectURL)?state=success&confirm_code=c1")
    XCTAssertEqual(host.outcomes.map(\.confirmCode), ["c1"])
    XCTAssertEqual(host.tabs, ["https://link.example.com/oauth"])
  }

  func testTellsASuccessWithoutItsCodeIfTheTabIsClosed() async {
    let host = Host()
    let run = start(host)
    run.hear(openExternal, from: page)
    run.hear(result(connected: false), from: page)
    run.tabEnded(nil)
    XCTAssertEqual(host.outcomes.map(\.state), ["success"])
  }

  func testGoesOnAfterTheRedirectOfAnotherLink() async {
    for multiple in [false, true] {
      let host = Host()
      let run = start(host, multiple: multiple)
      run.hear(openExternal, from: page)
      run.tabEnded("\(redirectURL)?state=success&link_session_id=another&confirm_code=c9")
      XCTAssertTrue(host.outcomes.isEmpty && host.connections.isEmpty)
      run.close()
      XCTAssertEqual(host.outcomes, [Outcome(state: "closed", linkSessionId: "mine")])
    }
  }

  func testGoesOnAfterATabOfSeveral() async {
    let host = Host()
    let run = start(host, multiple: true)
    run.hear(openExternal, from: page)
    run.tabEnded("\(redirectURL)?state=success&provider=aurora_ring")
    XCTAssertEqual(host.connections.map(\.provider), ["aurora_ring"])
    XCTAssertTrue(host.outcomes.isEmpty)
    run.hear(result(connected: true), from: page)
    XCTAssertEqual(host.outcomes.count, 1)
  }

  func testEndsSeveralWithoutACodeThoughATabIsOpen() async {
    let host = Host()
    let run = start(host, multiple: true)
    run.hear(openExternal, from: page)
    run.hear(result(connected: false), from: page)
    run.tabEnded("\(redirectURL)?state=success&confirm_code=c1")
    XCTAssertEqual(host.outcomes.map(\.state), ["success"])
    XCTAssertTrue(host.connections.isEmpty)
  }

  func testStaysAtTheHostedPage() async {
    let host = Host()
    let run = start(host)
    XCTAssertTrue(run.mayLoad("\(page)/link/?x=1"))
    XCTAssertFalse(run.mayLoad("https://help.example/"))
    XCTAssertFalse(run.mayLoad("tel:112"))
    XCTAssertEqual(host.pages, ["https://help.example/"])
  }
}
