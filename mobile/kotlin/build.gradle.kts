import org.jetbrains.kotlin.gradle.dsl.JvmTarget
import org.jetbrains.kotlin.gradle.tasks.KotlinCompile

// The app sets the versions. settings.gradle.kts sets them for a build of this folder alone.
plugins {
  id("com.android.library")
  id("org.jetbrains.kotlin.android") apply false
}

// From version 9.0 on, Android's plugin compiles Kotlin itself and refuses this plugin.
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
  // Android includes it. In unit tests Android's own one is only a stub.
  testImplementation("org.json:json:20250517")
}
