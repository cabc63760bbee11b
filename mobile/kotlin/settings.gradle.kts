pluginManagement {
  repositories {
    google()
    mavenCentral()
    gradlePluginPortal()
  }
  // For a build of this folder alone: an app that includes it has its own.
  plugins {
    id("com.android.library") version "8.13.0"
    id("org.jetbrains.kotlin.android") version "2.2.20"
  }
}
dependencyResolutionManagement {
  repositories {
    google()
    mavenCentral()
  }
}
rootProject.name = "svc-link"
