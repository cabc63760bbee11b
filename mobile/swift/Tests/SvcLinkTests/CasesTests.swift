// The cases that the tests for React Native and Kotlin also read.
import Foundation
import XCTest

@testable import SvcLink

final class CasesTests: XCTestCase {
  private struct Cases: Decodable {
    let messages: [Message]
    let redirects: [Redirect]
    let pages: [Page]
    let opened: [Opened]
  }
  private struct Message: Decodable {
    struct Read: Decodable {
      let type: String
      let url: String?
      let connected: Bool?
      let outcome: Expected?
    }
    let name: String
    let data: String
    let read: Read?
  }
  private struct Redirect: Decodable {
    let name: String
    let redirectUrl: String
    let url: String
    let outcome: Expected?
  }
  private struct Page: Decodable {
    let linkWebUrl: String
    let page: String
    let same: Bool
  }
  private struct Opened: Decodable {
    let url: String
    let development: Bool
    let opens: Bool
  }
  private struct Expected: Decodable {
    struct Linked: Decodable {
      let state: String
      let provider: String?
      let connected: Bool
      let errorType: String?
    }
    let state: String
    let provider: String?
    let linkSessionId: String?
    let confirmCode: String?
    let errorType: String?
    let results: [Linked]

    var outcome: Outcome {
      Outcome(
        state: state, provider: provider, linkSessionId: linkSessionId, confirmCode: confirmCode, errorType: errorType,
        results: results.map {
          LinkedResult(state: $0.state, provider: $0.provider, connected: $0.connected, errorType: $0.errorType)
        }
      )
    }
  }

  private func cases() throws -> Cases {
    var folder = URL(fileURLWithPath: #filePath)
    // Tests/SvcLinkTests, Tests, swift, mobile
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    return try JSONDecoder().decode(Cases.self, from: Data(contentsOf: folder.appendingPathComponent("cases.json")))
  }

  func testReadsMessages() throws {
    let messages = try cases().messages
    XCTAssertGreaterThan(messages.count, 5)
    for each in messages {
      var expected: LinkMessage?
      if let url = each.read?.url { expected = .openExternal(url: url) }
      if let outcome = each.read?.outcome { expected = .result(outcome.outcome, connected: each.read?.connected == true) }
      XCTAssertEqual(readMessage(each.data), expected, each.name)
    }
  }

  func testReadsRedirects() throws {
    let redirects = try cases().redirects
    XCTAssertGreaterThan(redirects.count, 5)
    for each in redirects {
      XCTAssertEqual(readRedirect(each.url, of: each.redirectUrl), each.outcome?.outcome, each.name)
    }
  }

  func testKnowsTheHostedPage() throws {
    let pages = try cases().pages
    XCTAssertGreaterThan(pages.count, 5)
    for each in pages { XCTAssertEqual(isSamePage(each.page, as: each.linkWebUrl), each.same, each.page) }
  }

  func testOpensAddresses() throws {
    let opened = try cases().opened
    XCTAssertGreaterThan(opened.count, 5)
    for each in opened { XCTAssertEqual(mayOpen(each.url, development: each.development), each.opens, each.url) }
  }

  func testPrintsNoCode() {
    XCTAssertFalse("\(Outcome(state: "success", confirmCode: "c-secret"))".contains("c-secret"))
  }
}
