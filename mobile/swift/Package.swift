// swift-tools-version: 5.9
import PackageDescription

let package = Package(
  name: "SvcLink",
  platforms: [.iOS(.v15), .macOS(.v12)],
  products: [.library(name: "SvcLink", targets: ["SvcLink"])],
  targets: [
    .target(name: "SvcLink"),
    .testTarget(name: "SvcLinkTests", dependencies: ["SvcLink"]),
  ]
)
