import Foundation

/// A message of the hosted page to an app.
public enum LinkMessage: Equatable, Sendable {
  case openExternal(url: String)
  /// On success, `connected` is false if your server has to confirm.
  case result(Outcome, connected: Bool)
}

/// Reads a message. Returns nil if it is not one of ours or of another version, because any page may send anything.
public func readMessage(_ text: String) -> LinkMessage? {
  guard let message = try? JSONDecoder().decode(Message.self, from: Data(text.utf8)), message.v == 1 else { return nil }
  switch message.type {
  case "svc-link:open-external":
    return message.url.map { .openExternal(url: $0) }
  case "svc-link:result":
    guard let last = message.result else { return nil }
    let outcome = Outcome(
      state: last.linked.state,
      provider: last.linked.provider,
      linkSessionId: last.linkSessionId,
      confirmCode: last.confirmCode,
      errorType: last.linked.errorType,
      results: message.results.map(\.linked)
    )
    return .result(outcome, connected: last.linked.connected)
  default:
    return nil
  }
}

/** A field of another type counts as missing. */
private struct Message: Decodable {
  let v: Int?
  let type: String?
  let url: String?
  let result: Result?
  let results: [Result]

  enum Key: String, CodingKey { case v, type, url, result, results }

  init(from decoder: Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    v = try? fields.decode(Int.self, forKey: .v)
    type = try? fields.decode(String.self, forKey: .type)
    url = fields.text(.url)
    result = try? fields.decode(Result.self, forKey: .result)
    results = ((try? fields.decode([Item].self, forKey: .results)) ?? []).compactMap(\.result)
  }
}

private struct Result: Decodable {
  let linked: LinkedResult
  let linkSessionId: String?
  let confirmCode: String?

  enum Key: String, CodingKey {
    case state, provider, connected
    case errorType = "error_type"
    case linkSessionId = "link_session_id"
    case confirmCode = "confirm_code"
  }

  init(from decoder: Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    guard let state = fields.text(.state) else {
      throw DecodingError.dataCorruptedError(forKey: .state, in: fields, debugDescription: "It has no state.")
    }
    linked = LinkedResult(
      state: state,
      provider: fields.text(.provider),
      connected: (try? fields.decode(Bool.self, forKey: .connected)) ?? false,
      errorType: fields.text(.errorType)
    )
    linkSessionId = fields.text(.linkSessionId)
    confirmCode = fields.text(.confirmCode)
  }
}

/** An item of a list. If it is not a result, the list is still read to its end. */
private struct Item: Decodable {
  let result: Result?

  init(from decoder: Decoder) throws {
    result = try? Result(from: decoder)
  }
}

extension KeyedDecodingContainer {
  fileprivate func text(_ key: Key) -> String? {
    guard let text = try? decode(String.self, forKey: key), text != "" else { return nil }
    return text
  }
}
