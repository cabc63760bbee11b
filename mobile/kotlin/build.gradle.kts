import org.jetbrains.kotlin.gradle.dsl.JvmTarget
import org.jetbrains.kotlin.gradle.tasks.KotlinCompile

// The versions are the app's; settings.gradle.kts has some for a build of this folder alone.
plugins {
  id("com.android.library")
  id("org.jetbrains.kotlin.android") apply false
}

// From 9.0 on, Android's plugin compiles Kotlin by itself and refuses this one.
if (extensions.findByName("kotlin") == null) apply(plugin = "org.jetbrains.kotlin.android")

android {
  namespace = "svclink.android"
  compileSdk = 36
  defaultConfig { minSdk = 24 }
  compileOptions {
    sourceCompatibility = JavaVersion.VERSION_11
    targetCompatibility = JavaVersion.VERSION_11
  }
}

tasks.withType<KotlinCompile>().configureEach { compilerOptions.jvmTarget.set(JvmTarget.JVM_11) }

dependencies {
  // `LinkTab` takes an ActivityResultCaller of the app.
  api("androidx.activity:activity:1.9.0")
  api("androidx.browser:browser:1.9.0")
  implementation("androidx.webkit:webkit:1.14.0")
  testImplementation("junit:junit:4.13.2")
  // Android has it by itself; where unit tests run it is a stub.
  testImplementation("org.json:json:20250517")
}
