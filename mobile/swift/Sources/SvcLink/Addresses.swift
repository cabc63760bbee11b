// Compares addresses only by their bytes, so that similar characters are not equal, and a combining mark
// cannot hide a slash. mobile/cases.json lists the results of these rules, for React Native and Kotlin too.
import Foundation

struct Address {
  let scheme: [UInt8]
  let authority: [UInt8]?
  let path: [UInt8]
  let query: [UInt8]

  init?(_ url: String) {
    let bytes = Array(url.utf8)
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), isScheme(bytes[..<colon]) else { return nil }
    let name = small(bytes[..<colon])
    let port: [UInt8]? = name.elementsEqual("https".utf8)
      ? Array(":443".utf8) : name.elementsEqual("http".utf8) ? Array(":80".utf8) : nil

    var rest = bytes[(colon + 1)...]
    if let hash = rest.firstIndex(of: UInt8(ascii: "#")) { rest = rest[..<hash] }
    var found: [UInt8] = []
    if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
      found = Array(rest[(mark + 1)...])
      rest = rest[..<mark]
    }
    var host: [UInt8]?
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      var named = small(rest[..<end])
      if let port, named.suffix(port.count).elementsEqual(port) { named.removeLast(port.count) }
      host = named
      rest = rest[end...]
    }
    scheme = name
    authority = host
    path = rest.isEmpty && port != nil ? [UInt8(ascii: "/")] : Array(rest)
    query = found
  }

  /** Whether the scheme is http or https. */
  var isWeb: Bool { scheme.elementsEqual("https".utf8) || scheme.elementsEqual("http".utf8) }
}

private func isLetter(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
}

private func isScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
  guard let first = bytes.first, isLetter(first) else { return false }
  return bytes.allSatisfy { isLetter($0) || "0123456789+.-".utf8.contains($0) }
}

/** Lower case of ASCII letters only. */
private func small(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
  bytes.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 + 32 : $0 }
}

/// Whether an address is the redirect URL, whatever its query and fragment.
public func isRedirect(_ url: String, of redirectURL: String) -> Bool {
  guard let one = Address(url), let other = Address(redirectURL) else { return false }
  return one.scheme == other.scheme && one.authority == other.authority && one.path == other.path
}

/// Whether a page belongs to the hosted page's server.
public func isSamePage(_ page: String, as linkWebURL: String) -> Bool {
  guard let one = Address(page), let other = Address(linkWebURL), let authority = one.authority else { return false }
  return one.isWeb && one.scheme == other.scheme && !authority.isEmpty && authority == other.authority
}

private let secure = #"\A[Hh][Tt][Tt][Pp][Ss]://(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]+)?(?:[/?#][^\s\\]*)?\z"#
private let onDevice =
  #"\A[Hh][Tt][Tt][Pp]://(?:127\.0\.0\.1|[Ll][Oo][Cc][Aa][Ll][Hh][Oo][Ss][Tt]|\[::1\])(?::[0-9]+)?(?:[/?#][^\s\\]*)?\z"#

/// Whether a page's address may be opened in the browser: https, and during development also http on this device.
public func mayOpen(_ url: String, development: Bool) -> Bool {
  let matches = { (form: String) in url.range(of: form, options: .regularExpression) != nil }
  return matches(secure) || (development && matches(onDevice))
}

/** The last value of a name in an address's query, because the service adds its parameters after the app's own. */
func value(in url: String, of name: String) -> String? {
  let start = Array("\(name)=".utf8)
  let pairs = (Address(url)?.query ?? []).split(separator: UInt8(ascii: "&"))
  guard let pair = pairs.last(where: { $0.starts(with: start) }) else { return nil }
  let text = String(decoding: pair.dropFirst(start.count), as: UTF8.self).removingPercentEncoding
  return text == "" ? nil : text
}
