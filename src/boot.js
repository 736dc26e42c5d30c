// Runs before the first paint, as a classic script (see build/boot-script.ts). Plain ES2015, no imports.
;(function () {
  var root = document.documentElement

  // The icon's address is kept without the opener policy (sw/shell.ts). In a tab, which can
  // be full screen, too, somebody else may have opened it.
  if (location.pathname + location.search === __LAUNCH_ADDRESS__) {
    var isApp = matchMedia('(display-mode: standalone), (display-mode: minimal-ui)').matches
    if ((isApp || navigator.standalone) && !opener) history.replaceState(null, '', '/')
    else location.replace('/')
  }

  function stored(key) {
    try {
      return localStorage.getItem(key)
    } catch (_) {
      return null
    }
  }

  var theme = stored('theme')
  if (theme !== 'dark' && theme !== 'light') {
    theme = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'
  }
  root.dataset.theme = theme
  var color = document.querySelector('meta[name="theme-color"]')
  if (color) color.content = theme === 'light' ? '#f6f3ee' : '#0a0e13'

  // The application's own rule, written in by build/boot-script.ts.
  root.lang = __CHOOSE_LOCALE__(stored(__LANGUAGE_KEY__), navigator.languages || [], __LOCALES__)

  // The application asks for its texts only once it runs; this way they are there by then.
  var script = document.currentScript
  var catalog = script && script.getAttribute('data-' + root.lang.toLowerCase())
  if (catalog) {
    var link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = catalog
    link.crossOrigin = ''
    document.head.append(link)
  }

  // The application's stored answers, read while its code still comes; see src/lib/stored-answers.ts.
  window.koiStoredAnswers = new Promise(function (resolve) {
    setTimeout(resolve, __ANSWERS_WITHIN_MS__)
    try {
      var opening = indexedDB.open(__DATABASE__)
      opening.onerror = function (event) {
        event.preventDefault()
        resolve()
      }
      // Nothing was ever stored: the database is the application's to make.
      opening.onupgradeneeded = function () {
        opening.transaction.abort()
      }
      opening.onsuccess = function () {
        try {
          var reading = opening.result.transaction(__STORE__).objectStore(__STORE__).get(__ANSWERS_KEY__)
          reading.onerror = reading.onsuccess = function () {
            resolve(reading.error ? undefined : reading.result)
          }
        } catch (_) {
          resolve()
        }
        opening.result.close()
      }
    } catch (_) {
      resolve()
    }
  })

  // The install offer can come before the application is there to hear it.
  addEventListener('beforeinstallprompt', function (event) {
    event.preventDefault()
    window.koiInstallPrompt = event
  })

  // A broken release would be served again by its own worker. A newer one is let in, so that a reload helps.
  function letNewerReleaseIn() {
    if (!navigator.serviceWorker) return
    navigator.serviceWorker
      .getRegistration()
      .then(function (registration) {
        if (!registration) return
        return registration.update().then(function () {
          var worker = registration.waiting || registration.installing
          if (!worker) return
          function enter() {
            if (worker.state === 'installed') worker.postMessage({ type: 'SKIP_WAITING' })
          }
          worker.addEventListener('statechange', enter)
          enter()
        })
      })
      .catch(function () {})
  }

  // Upper bound of the loading screen when the application never starts: 500 ms + 6 s.
  setTimeout(function () {
    var app = document.getElementById('root')
    if (app && app.firstElementChild) return
    var screen = document.getElementById('loading')
    if (screen) screen.remove()
    var failed = document.getElementById('start-failed')
    if (failed) failed.hidden = false
    letNewerReleaseIn()
  }, 6500)
})()
