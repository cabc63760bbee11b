pluginManagement {
  repositories {
    google()
    mavenCentral()
    gradlePluginPortal()
  }
  // For a build of this folder alone. An app that includes the folder has its own settings.
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
