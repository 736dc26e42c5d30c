// Runs before the first paint, as a classic script (see build/boot-script.ts). Plain ES2015, no imports.
;(function () {
  var root = document.documentElement

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

  // The rule of `chooseLocale`; the build puts the languages here, the default first.
  var LOCALES = '%LOCALES%'.split(' ')
  var chosen = stored('language')
  var wanted = LOCALES.indexOf(chosen) < 0 ? navigator.languages || [navigator.language] : [chosen]
  function primary(tag) {
    return String(tag).toLowerCase().split('-')[0]
  }
  function ourOwn(tag) {
    var same = LOCALES.filter(function (locale) {
      return primary(locale) === primary(tag)
    })
    return same.indexOf(tag) < 0 ? same[0] : tag
  }
  root.lang = wanted.map(ourOwn).filter(Boolean)[0] || LOCALES[0]

  // The application asks for its code and texts one after the other; this way they are there by then.
  var script = document.currentScript
  var catalog = script && script.getAttribute('data-' + root.lang.toLowerCase())
  function preload(source) {
    var link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = source
    link.crossOrigin = ''
    document.head.append(link)
  }

  // Storage is outside: of its markup only what a still is made of is kept, and nothing that loads, leads or acts.
  // Of elements and attributes in one: no name does harm as the other.
  var NAMES =
    /^([abgp]|aside|button|circle|clipPath|defs|div|ellipse|h[1-6r]|header|img|input|li|line|(linear|radial)Gradient|main|nav|[ou]l|path|rect|section|span|stop|svg|[cdrxy]\w?|alt|class|decoding|fill|(gradient|pattern)\w*|height|hidden|id|offset|opacity|placeholder|src|stroke|transform|viewBox|width|(aria|clip|data|fill|stop|stroke)-.+)$/
  var VALUES = {
    id: /^_r_\w*$/,
    src: /^(data:image|\/(covers|promos)\/[\w-]+\.\w+$)/,
  }
  var VALUE = /^(url\(#\w+\)|((?!(url|src|image[\w-]*)\()[^\\])*)$/i

  // Until the application has painted, what the player saw last stands in for the loading screen.
  var DAY_MS = 86400000
  function showLastScreen() {
    var last
    try {
      last = JSON.parse(stored('last-screen') || 'null')
    } catch (_) {
      return
    }
    var loading = document.getElementById('loading')
    var style = document.querySelector('link[rel="stylesheet"]')
    var age = last && Date.now() - last.savedAt
    if (!loading || !style || !last || typeof last.html !== 'string' || !(age >= 0 && age < DAY_MS)) return
    if (last.path !== location.pathname || last.lang !== root.lang || last.width !== innerWidth) return
    if (last.style !== style.getAttribute('href') || /[?&]panel=/.test(location.search)) return
    // In a template nothing runs or is fetched.
    var template = document.createElement('template')
    template.innerHTML = last.html
    template.content.querySelectorAll('*').forEach(function (element) {
      if (!NAMES.test(element.localName)) return element.remove()
      element.getAttributeNames().forEach(function (name) {
        var value = element.getAttribute(name)
        if (!NAMES.test(name) || !(VALUES[name] || VALUE).test(value)) element.removeAttribute(name)
        else if (name === 'data-style') element.style.cssText = value
      })
    })
    var still = document.createElement('div')
    still.append(template.content)
    still.inert = true
    // Until it goes there are two of everything.
    still.setAttribute('aria-hidden', 'true')
    loading.className = 'last-screen'
    loading.replaceChildren(still)
  }
  document.addEventListener('DOMContentLoaded', showLastScreen)

  // The application starts once the loading screen has been painted; on a slow device that is much sooner.
  var modules = ((script && script.getAttribute('data-modules')) || '').split(' ').filter(Boolean)
  // The page that a worker keeps names no modules: they are there in a moment, and compiling them would hold
  // up the first frame.
  if (navigator.serviceWorker && navigator.serviceWorker.controller) {
    document.addEventListener('DOMContentLoaded', function () {
      requestAnimationFrame(function () {
        setTimeout(function () {
          modules.concat(catalog || []).forEach(preload)
        })
      })
    })
  } else if (catalog) preload(catalog)
  function start() {
    if (document.readyState === 'loading') return document.addEventListener('DOMContentLoaded', start)
    modules.splice(0).forEach(function (source) {
      var module = document.createElement('script')
      module.type = 'module'
      module.src = source
      module.crossOrigin = ''
      // One after the other, each in a task of its own.
      module.async = false
      document.head.append(module)
    })
  }
  try {
    new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
  } catch (_) {
    requestAnimationFrame(function () {
      setTimeout(start)
    })
  }
  // A page in the background paints nothing.
  setTimeout(start, 300)

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
    setTimeout(function () {
      var app = document.getElementById('root')
      if (app && app.firstElementChild) return
      var screen = document.getElementById('loading')
      if (screen) screen.remove()
      var failed = document.getElementById('start-failed')
      if (failed) failed.hidden = false
      letNewerReleaseIn()
    }, 6000)
  }, 500)
})()
