#!/usr/bin/env python3
"""The grader for Classroom 50: grades the checkout that it is started in.

Beside it lies gradescope.zip, as `make gradescope` makes it. Writes result.json and release-body.md. Ends with
an error, and leaves no result.json, where the grader is missing or fails: nobody passes by that.
"""
import datetime
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

RESULT, BODY = pathlib.Path("result.json"), pathlib.Path("release-body.md")


def fail(why):
    sys.exit(f"autograder: {why}; this is no mark")


def grade(package, work):
    """Runs the grader of the package on this folder, and returns its results."""
    (work / "source").mkdir()
    shutil.unpack_archive(package, work / "source")
    (work / "submission").symlink_to(pathlib.Path.cwd())
    runner = ["bash", str(work / "source" / "run_autograder")]
    environment = dict(os.environ, AUTOGRADER=str(work))
    if subprocess.run(runner, env=environment, stdin=subprocess.DEVNULL).returncode != 0:
        fail("the grader did not end well")
    return json.loads((work / "results" / "results.json").read_text(encoding="utf-8"))


def submitted_at():
    """The time of the graded commit, which a later grading does not change."""
    shown = subprocess.run(["git", "show", "-s", "--format=%ct", "HEAD"], capture_output=True, text=True)
    seconds = int(shown.stdout) if shown.returncode == 0 and shown.stdout.strip() else None
    now = datetime.datetime.now(datetime.timezone.utc)
    when = now if seconds is None else datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc)
    return when.strftime("%Y-%m-%dT%H:%M:%SZ")


def result_of(graded):
    variable = os.environ.get
    tests = [
        {
            "test-name": test["name"],
            "passed": test["status"] == "passed",
            "score": test["score"],
            "max-score": test["max_score"],
            "output": test["output"],
        }
        for test in graded["tests"]
    ]
    return {
        "schema": "classroom50/result/v1",
        "classroom": variable("CLASSROOM", ""),
        "assignment": variable("ASSIGNMENT", ""),
        "assignment_type": variable("ASSIGNMENT_TYPE") or "individual",
        "owner": variable("OWNER") or variable("USERNAME", ""),
        "submission": variable("SUBMISSION_TAG", ""),
        "commit": variable("COMMIT_URL", ""),
        "release": variable("RELEASE_URL", ""),
        "review": variable("REVIEW_URL") or variable("COMMIT_URL", ""),
        "datetime": submitted_at(),
        "score": sum(test["score"] for test in tests),
        "max-score": sum(test["max-score"] for test in tests),
        "tests": tests,
    }


def plain(text):
    """One line, without the marks of Markdown and HTML."""
    return "".join(c if c.isalnum() or c in " .,:;()/+-=?" else " " for c in text.split("\n")[0])[:160]


def body_of(result):
    rows = [
        f"| {plain(test['test-name'])} | {test['score']}/{test['max-score']} | "
        f"{'passed' if test['passed'] else plain(test['output'])} |"
        for test in result["tests"]
    ]
    head = [f"### {result['score']} of {result['max-score']} points", "", "| task | points | verdict |", "|---|---|---|"]
    return "\n".join(head + rows) + "\n"


def main():
    folder = pathlib.Path(os.environ.get("CLASSROOM50_BUNDLE_DIR") or pathlib.Path(__file__).resolve().parent)
    package = folder / "gradescope.zip"
    for old in (RESULT, BODY):
        old.unlink(missing_ok=True)
    if not package.is_file():
        fail(f"{package} is missing: make gradescope makes it")
    with tempfile.TemporaryDirectory() as work:
        result = result_of(grade(package, pathlib.Path(work)))
    if result["max-score"] == 0:
        fail("nothing was graded")
    BODY.write_text(body_of(result), encoding="utf-8")
    RESULT.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    print(f"autograder: {result['score']}/{result['max-score']}")


if __name__ == "__main__":
    main()
