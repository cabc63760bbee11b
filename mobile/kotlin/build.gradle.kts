plugins {
  id("com.android.library") version "8.13.0"
  id("org.jetbrains.kotlin.android") version "2.2.20"
}

android {
  namespace = "svclink"
  compileSdk = 36
  defaultConfig { minSdk = 24 }
  compileOptions {
    sourceCompatibility = JavaVersion.VERSION_11
    targetCompatibility = JavaVersion.VERSION_11
  }
}

kotlin { compilerOptions { jvmTarget.set(org.jetbrains.kotlin.gradle.dsl.JvmTarget.JVM_11) } }

dependencies {
  api("androidx.browser:browser:1.9.0")
  implementation("androidx.webkit:webkit:1.14.0")
  testImplementation("junit:junit:4.13.2")
  // Android has it by itself; where unit tests run it is a stub.
  testImplementation("org.json:json:20250517")
}
